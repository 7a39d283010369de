/**
 * Made once with Python's hashlib and hmac; Keccak-256 with the few lines of test/samples/lib_keccak.py. HMAC and
 * HKDF as RFC 2202, 4231 and 5869 print them, and further hashes on the same inputs.
 */
/** Of no bytes, of `abc`, and of the bytes 0, 1, … 250, 0, 1, … of which there are 1025. */
export const digests = {
  sha1: [
    'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    'a9993e364706816aba3e25717850c26c9cd0d89d',
    'ca9fdc040579afc74c0e6314fee7af12bd5c4284',
  ],
  sha256: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'bc0b6b10b89b9487a12fda2a8cc13194e7091c217aabf8b92846274026f4bcd0',
  ],
  sha512: [
    'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    '1f0cb287c12671e2f498170ff2762886686ceb88b7d63f944708d3060752376ff38e4a88ab7ceb0bb437083e7f1d051049b8d94356e72e4d59adcc102f585ac0',
  ],
  'sha3-256': [
    'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a',
    '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532',
    '413cf357775aef534fcd49da91a30f7877b50bbd924a20649315a4827f79cac0',
  ],
  'sha3-512': [
    'a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26',
    'b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0',
    '4d77323a341a3c8edd736ed718cb07deb66bcc5317dbc6f73da4c686dcec8440e414a2ed46ed5219cc226160b2416b276d9d9d95ad83c4c9e301397c89e37864',
  ],
  'keccak-256': [
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
    '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
    '25fc411659409806c3830f57763190490d47dfefd513ca2da3f6f4764f4b888c',
  ],
  'blake2b-256': [
    '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8',
    'bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319',
    '533c8d76c0f61487431e7c31d15417c8b53887e4765b5597d0d03cb085014afb',
  ],
  'blake2b-512': [
    '786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce',
    'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    '7a9e5283a15d13b995755360fde4c65c2ae1bc0cf33e8db2ce8416e5d10697c73fc4b2622a29b938a1faec43d931b02e71ad8635e071265633643a9d9396ec28',
  ],
  md5: [
    'd41d8cd98f00b204e9800998ecf8427e',
    '900150983cd24fb0d6963f7d28e17f72',
    '3f3789452b88cb32b8cbfbafe715e29a',
  ],
} as const

/** The last of 100 digests from `seed`: of bytes, of hex digits. */
export const chains = {
  sha1: ['557f8828743f825c26a1bb59238301cbce2648e6', 'f076d8157e1554ed7a4cb7306e4acee8c6784980'],
  sha256: [
    'fde4d8ff4ab851a5fb4b38724097da28d550f473da1a00daa3fc3cce2a22995f',
    'fbd74739c2981823a373cb9b228f3407a7955e7eece84b169b465492df18e1ef',
  ],
  sha512: [
    'd17cf0afd6ef23aff7d3492b3dd5622a64f24d991cbd5923bae9554c8457cb3915d4edad9cb92ec75a9375b0e7e453b5e681b72e658fb608045765a30024a355',
    '7842082fdfa6aa84a78e1d391dd1ba49205f12bed5906797f41803dfae029233ae483ffaa22e24951e13a7d7b7c2a1f5078c0f3ed99542280854a7598efcc2fb',
  ],
  'sha3-256': [
    '1ab47a856ad2ea1f6cef35956e97ccc3062c374e7e2653406b88866aa5927575',
    '089a8354dbf4a03fe2d25294feb7e97437065fc9c599ada918e8ed7dfad285a5',
  ],
  'sha3-512': [
    'e483d83122c22edf8a4aa56a7a89dec17aae4381302fb8288491f243a5273faf73056bfe1f02c61f301126c9201339ef4e089c514e7d558f42d5c9677e4f9e91',
    '8eba40e48da25c24003264247b592c1310100603e6dbd1508aec4866cc30f510334d8262f70afa4ea9a4dc3983794096e0777c80a0f66e5d5e5421120332b6ce',
  ],
  'keccak-256': [
    'ab9cc86c9ca2e85714872f7e19bfdbe7571e3650488a3ae48b840a9bc65b530b',
    '6db83828fdf9bd7b6a3e0545310d94b04c58011ae561e7d03b406ed074cc681d',
  ],
  'blake2b-256': [
    '90f37051d4fc97f12b5606e58cc46082ff903d22e9325763d767d92ddf5e18e1',
    'c54a6b9b4e2f87dffc71a08a5a17afdb4e1f4d3b33ebc93200ee54ef0713e278',
  ],
  'blake2b-512': [
    'fd38075efaade9e9acab938666a8bca45c504c862551af7c76b1b4251082d8e7cfaa463707b3d920dcd19a8c365cc155c5c2998027f1617aed031f683917166d',
    '2f889d3fc5504548360c29724c6380dff8fb23ebb52d0a066f3c3e0dd6021a132d66ca0b7f9d73921acb027f716ef60e7972e34f175e3b394eada839ebbe09b9',
  ],
  md5: ['bb4c2667e1e47beaa4e82193328fb040', '46bcbb468131119974b1059701bbf5dd'],
} as const

/** Key and message of RFC 4231, without its truncated case 5, in hex; then the MAC by each hash. */
export const macs = [
  {
    key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
    message: '4869205468657265',
    macs: {
      md5: '5ccec34ea9656392457fa1ac27f08fbc',
      sha1: 'b617318655057264e28bc0b6fb378c8ef146be00',
      sha256: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
      sha512:
        '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
      sha3_256: 'ba85192310dffa96e2a3a40e69774351140bb7185e1202cdcc917589f95e16bb',
      sha3_512:
        'eb3fbd4b2eaab8f5c504bd3a41465aacec15770a7cabac531e482f860b5ec7ba47ccb2c6f2afce8f88d22b6dc61380f23a668fd3888bb80537c0a0b86407689e',
    },
  },
  {
    key: '4a656665',
    message: '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    macs: {
      md5: '750c783e6ab0b503eaa86e310a5db738',
      sha1: 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
      sha256: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      sha512:
        '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
      sha3_256: 'c7d4072e788877ae3596bbb0da73b887c9171f93095b294ae857fbe2645e1ba5',
      sha3_512:
        '5a4bfeab6166427c7a3647b747292b8384537cdb89afb3bf5665e4c5e709350b287baec921fd7ca0ee7a0c31d022a95e1fc92ba9d77df883960275beb4e62024',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message:
      'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd',
    macs: {
      md5: '2ab8b9a9f7d3894d15ad8383b97044b2',
      sha1: '125d7342b9ac11cd91a39af48aa17b4f63f175d3',
      sha256: '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
      sha512:
        'fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb',
      sha3_256: '84ec79124a27107865cedd8bd82da9965e5ed8c37b0ac98005a7f39ed58a4207',
      sha3_512:
        '309e99f9ec075ec6c6d475eda1180687fcf1531195802a99b5677449a8625182851cb332afb6a89c411325fbcbcd42afcb7b6e5aab7ea42c660f97fd8584bf03',
    },
  },
  {
    key: '0102030405060708090a0b0c0d0e0f10111213141516171819',
    message:
      'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
    macs: {
      md5: '697eaf0aca3a3aea3a75164746ffaa79',
      sha1: '4c9007f4026250c6bc8414f9bf50c86c2d7235da',
      sha256: '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
      sha512:
        'b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3dba91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd',
      sha3_256: '57366a45e2305321a4bc5aa5fe2ef8a921f6af8273d7fe7be6cfedb3f0aea6d7',
      sha3_512:
        'b27eab1d6e8d87461c29f7f5739dd58e98aa35f8e823ad38c5492a2088fa0281993bbfff9a0e9c6bf121ae9ec9bb09d84a5ebac817182ea974673fb133ca0d1d',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message:
      '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
    macs: {
      md5: 'bfecaf4efff90a3a668f3922fec3762d',
      sha1: '90d0dace1c1bdc957339307803160335bde6df2b',
      sha256: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
      sha512:
        '80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598',
      sha3_256: 'ed73a374b96c005235f948032f09674a58c0ce555cfc1f223b02356560312c3b',
      sha3_512:
        '00f751a9e50695b090ed6911a4b65524951cdc15a73a5d58bb55215ea2cd839ac79d2b44a39bafab27e83fde9e11f6340b11d991b1b91bf2eee7fc872426c3a4',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message:
      '5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e',
    macs: {
      md5: '09b8ae7b15adbbb243aca3491b51512b',
      sha1: '217e44bb08b6e06a2d6c30f3cb9f537f97c63356',
      sha256: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
      sha512:
        'e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58',
      sha3_256: '65c5b06d4c3de32a7aef8763261e49adb6e2293ec8e7c61e8de61701fc63e123',
      sha3_512:
        '38a456a004bd10d32c9ab8336684112862c3db61adcca31829355eaf46fd5c73d06a1f0d13fec9a652fb3811b577b1b1d1b9789f97ae5b83c6f44dfcf1d67eba',
    },
  },
  {
    key: '',
    message: '',
    macs: {
      md5: '74e6f7298a9c2d168935f58c001bad88',
      sha1: 'fbdb1d1b18aa6c08324b7d64b71fb76370690e1d',
      sha256: 'b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad',
      sha512:
        'b936cee86c9f87aa5d3c6f2e84cb5a4239a5fe50480a6ec66b70ab5b1f4ac6730c6c515421b327ec1d69402e53dfb49ad7381eb067b338fd7b0cb22247225d47',
      sha3_256: 'e841c164e5b4f10c9f3985587962af72fd607a951196fc92fb3a5251941784ea',
      sha3_512:
        'cbcf45540782d4bc7387fbbf7d30b3681d6d66cc435cafd82546b0fce96b367ea79662918436fba442e81a01d0f9592dfcd30f7a7a8f1475693d30be4150ca84',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message: '65786163746c79206120626c6f636b',
    macs: {
      md5: 'f26715cef8647a0f1a8634cab26b1d89',
      sha1: '347cc6b4e1126061d5302ee0ef7a0540004f47bc',
      sha256: '63c3ca86a738726129bab6fe13f888d0b9744a85b31428d2efd15612d8413bfd',
      sha512:
        '7ec0356158df92a33516f1cfff958d05b058f7019ef0bd7325f327c478bc17c4603af37529227af186638fd1f6785dc9f832d698211fde19cc3931b1713d5568',
      sha3_256: '0853dde8f8bc51e29286b581c3a78ad23f85bb6c04c5dbbc5005948e499aff66',
      sha3_512:
        '2c3480a445bcdee140422d06ee65b99f36a10699da5e7a502a4ad86e9a0772ac8e10687cdfa2bdc2df2c0602d7bd81709f83d23629de51b8e8d91d3914e82b09',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message: '6120626c6f636b20616e64206f6e65',
    macs: {
      md5: '89749a611e8c5e11cdd2adb24c9d8ee4',
      sha1: 'f9224ad93283386caea97e614bc9511a2673f942',
      sha256: '4427df5adbd5973d2f17fd818c16b2810e8820c958a63cf9d1090e7ce208aada',
      sha512:
        '36c5218c80985189c814586bc75fea0f02e70e64396ca580b1f3d109aa9e3859d6a334d554f2b0a86747b7cc452bbe251a92c20adc5560365f0f287ed5d67d70',
      sha3_256: '5b07697f6768fb36a02a104a1a6c36f1de141ed9678a56b1d8cb91d1c972ec29',
      sha3_512:
        'fe79c439dabe2e87d2650525dffbad2b10893196009c1b3f34d63ea3e30347e9921c21622d0d26f290e3d5a9a47259030d00d49b1d0eb805214544b6da846d01',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message: '6120626c6f636b206f6620534841332d353132',
    macs: {
      md5: 'bd3b738ea8039ee2e0b558c36bcf5cb4',
      sha1: '29740e73619dfd6abdf3c91891d07b9d745f8390',
      sha256: '1072477e2a675e447811da07fe0d06fb4cec698b6202282e7b4e3a67eb287b63',
      sha512:
        '84ac7257729c4bbd8035114d90c28d98e4085f8758f9299253fcaacdc358c398d189d0f3586a85d20cce5d3dc2314f07d99d67f775a2076540382ed741650b51',
      sha3_256: 'a806d72c0c185ff7eb5db1d231cc92d9afa359607d941d82f4edbec1b2dc5400',
      sha3_512:
        '8c372d684d94ac7ef0170a38947afbe19d9d6a8ff9af3f767be05657d18274353652172def46bc4647edff3826b34c003369b9c9fcb58b1f5afc6c0da6648fe6',
    },
  },
  {
    key: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    message: '6120626c6f636b206f6620534841332d32353620616e64206f6e65',
    macs: {
      md5: 'd93126982f914e04beaa236061dbb750',
      sha1: 'c69563031362b2d75f534e7ad7b368e62c18fff7',
      sha256: '551f3ee91f56c2b5e638d2f1bc011b937e92de39e9df95451ec572f3397b92ae',
      sha512:
        'a7e9d4ff6a87276aff4c8ad579fff2c5c1a69cbdf1c637794cf56f8b129f7c1f0eed1ecc3bfc9c3046453ea514ec18891774dbe4e8539eb6cbf8ac6b027eeb15',
      sha3_256: '29d1ac8577ed489a01dcada4eefa658cb5316a9994a9739ca932375696465567',
      sha3_512:
        '9d56cb2ff66e480c691a7a2bb6c8b752df91aad7379d133904dfa00731a63add7f26190e9e8fc873c66a2e8c7277348f7d507cc728c38f4629d25f2f15e994c2',
    },
  },
] as const

/** RFC 5869 appendix A.1 to A.7, then others. */
export const derived = [
  {
    hash: 'sha256',
    key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
    salt: '000102030405060708090a0b0c',
    info: 'f0f1f2f3f4f5f6f7f8f9',
    length: 42,
    bytes: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  },
  {
    hash: 'sha256',
    key: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f',
    salt: '606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf',
    info: 'b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
    length: 82,
    bytes:
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
  },
  {
    hash: 'sha256',
    key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
    salt: '',
    info: '',
    length: 42,
    bytes: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  },
  {
    hash: 'sha1',
    key: '0b0b0b0b0b0b0b0b0b0b0b',
    salt: '000102030405060708090a0b0c',
    info: 'f0f1f2f3f4f5f6f7f8f9',
    length: 42,
    bytes: '085a01ea1b10f36933068b56efa5ad81a4f14b822f5b091568a9cdd4f155fda2c22e422478d305f3f896',
  },
  {
    hash: 'sha1',
    key: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f',
    salt: '606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf',
    info: 'b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
    length: 82,
    bytes:
      '0bd770a74d1160f7c9f12cd5912a06ebff6adcae899d92191fe4305673ba2ffe8fa3f1a4e5ad79f3f334b3b202b2173c486ea37ce3d397ed034c7f9dfeb15c5e927336d0441f4c4300e2cff0d0900b52d3b4',
  },
  {
    hash: 'sha1',
    key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
    salt: '',
    info: '',
    length: 42,
    bytes: '0ac1af7002b3d761d1e55298da9d0506b9ae52057220a306e07b6b87e8df21d0ea00033de03984d34918',
  },
  {
    hash: 'sha1',
    key: '0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c',
    salt: '',
    info: '',
    length: 42,
    bytes: '2c91117204d745f3500d636a62f64f0ab3bae548aa53d423b0d1f27ebba6f5e5673a081d70cce7acfc48',
  },
  {
    hash: 'sha512',
    key: '6b',
    salt: '73',
    info: '69',
    length: 128,
    bytes:
      'acb4a5817099e1cffbc2c598990cac54560fbca74dcbef9ede3d0b6013bcbc009297e649327b1584da7ea5d7fd384bd55c7d3bce5bdc40c7ea43de65f651be9c317f9a3d7abf7a32c3ac11130886ebe09b84d14385ae95576f4967289fa1a4029c846260853e7263be7546e5ea966b6f66680c9128532eaa18aadc37b3327d44',
  },
  { hash: 'sha512', key: '6b', salt: '73', info: '69', length: 1, bytes: 'ac' },
  {
    hash: 'sha3_256',
    key: '6b',
    salt: '73',
    info: '69',
    length: 33,
    bytes: '75b84d244b91bf9d0b898bcc2488ac7107496a9036449092d19abd1dae794bb13e',
  },
  {
    hash: 'sha3_512',
    key: '6b',
    salt: '73',
    info: '69',
    length: 64,
    bytes:
      '30a99eba8ff12d664492fc2675fc06a061a6aea4c510ca6ff404dddf4b3379377720ff745dff5ce519aa3a9960396a2e535127baf2b4b35a42ce8da001dfd011',
  },
  { hash: 'md5', key: '6b', salt: '73', info: '69', length: 17, bytes: 'd50502fda155ff8fae67b5bd3cb6823b6c' },
] as const
