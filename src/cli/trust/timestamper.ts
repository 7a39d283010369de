/**
 * Certificates of time-stampers. Their parser is loaded only when needed.
 *
 * @packageDocumentation
 */
import { decodeBase64, encodeBase64 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import type { Problem } from '../../model/schema.js'
import type { TrustJson } from '../../model/trust.js'
import { readFile } from '../../io/files.js'

/**
 * Reads `--timestamper NAME=FILE`.
 *
 * @returns the name, and DER certificates in base64.
 * @throws DrawauditError `usage`; `timestamp-invalid` for a file without certificates; `trust-invalid` for a
 * certificate that cannot be an anchor; as reading a file does.
 */
export async function readTimestamperOption({
  timestamper = '',
}: {
  readonly timestamper?: string | undefined
}): Promise<{
  readonly name: string
  readonly certificates: readonly string[]
}> {
  const [, name = '', file = ''] = /^([^=]+)=(.+)$/s.exec(timestamper) ?? []
  if (name === '') {
    throw new DrawauditError('usage', `--timestamper takes NAME=FILE, found ${JSON.stringify(timestamper)}`, {
      hint: 'such as --timestamper "Example TSA=tsa.pem"',
    })
  }
  const { describeAnchorFault, readCertificates } = await import('../../timestamp/index.js')
  const certificates = DrawauditError.within({ file }, () => readCertificates(readFile(file)))
  for (const [index, der] of certificates.entries()) {
    const fault = describeAnchorFault(der)
    if (fault === undefined) continue
    const which = certificates.length === 1 ? 'the certificate' : `certificate ${index + 1}`
    throw new DrawauditError('trust-invalid', `${which} cannot be an anchor: ${fault}`, {
      where: { file },
      hint: 'give the certificate of the time-stamping authority, or of the signer itself',
    })
  }
  return { name, certificates: certificates.map(encodeBase64) }
}

/**
 * Certificates in a trust file that cannot be anchors.
 *
 * @param trust - valid for `parseTrust`.
 */
export async function findAnchorProblems({ timestampers = [] }: TrustJson): Promise<readonly Problem[]> {
  if (timestampers.length === 0) return []
  const { describeAnchorFault } = await import('../../timestamp/index.js')
  return timestampers.flatMap(({ certificates }, at) =>
    certificates.flatMap((text, index) => {
      const fault = describeAnchorFault(decodeBase64(text))
      const pointer = `/timestampers/${at}/certificates/${index}`
      return fault === undefined ? [] : [{ pointer, message: `it cannot be an anchor: ${fault}` }]
    }),
  )
}
