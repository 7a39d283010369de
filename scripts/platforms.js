// Runs the tests where nothing is as it is here: `node scripts/platforms.js [20 22 24]`, one clean clone for each Node, in a
// path with spaces, as a user who is not root, in a far time zone with a Turkish locale, and offline once installed.
// Needs Linux, root, util-linux and iproute2; takes as long as the tests, for each.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const versions = process.argv.slice(2)
if (versions.length === 0) versions.push('20', '22', '24')
const nobody = 65534

if (process.getuid() !== 0) {
  console.error('error: only root can run the tests as somebody else and without a network')
  process.exit(2)
}

/** A folder with the Node of a version: its programs and its headers. */
function installNode(version, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  const name = `node-linux-${process.arch}`
  execFileSync('npm', ['install', '--silent', `${name}@${version}`], { cwd: folder, stdio: 'inherit' })
  return join(folder, 'node_modules', name)
}

function test(version) {
  const scratch = mkdtempSync(join(tmpdir(), 'drawaudit-platforms-'))
  try {
    // Without spaces in its own path, where nothing could be compiled against it.
    const node = installNode(version, join(scratch, 'node'))
    const home = join(scratch, 'home')
    const clone = join(scratch, 'a path with spaces', 'drawaudit')
    mkdirSync(home)
    execFileSync('git', ['clone', '--quiet', root, clone])
    const shared = join(root, '..', 'shared')
    if (existsSync(shared)) symlinkSync(shared, join(dirname(clone), 'shared'))
    // The folder above them too, which nobody else may enter; of the link only itself.
    execFileSync('chown', ['-R', '-h', `${nobody}:${nobody}`, scratch])

    const env = {
      HOME: home,
      PATH: `${join(node, 'bin')}:${process.env.PATH}:/usr/sbin:/sbin`,
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      CI: 'true',
      npm_config_nodedir: node,
      npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
    }
    // How the registry is reached from here, while there is a network.
    const reach = Object.entries(process.env).filter(([name]) =>
      /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i.test(name),
    )
    const online = { ...Object.fromEntries(reach), ...env }
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--']
    const run = (args, env) =>
      spawnSync(args[0], args.slice(1), { cwd: clone, env, encoding: 'utf8', maxBuffer: 2 ** 28 })

    const install = ['npm', 'ci', '--no-audit', '--no-fund']
    for (const step of [install, [...install, '--prefix', 'test/mutation'], ['test/fuzz/setup.sh']]) {
      const { status, stdout, stderr } = run([...asNobody, ...step], online)
      if (status !== 0)
        return { version, outcome: `${step.join(' ')}: exit code ${status}\n${stdout}${stderr}` }
    }
    const offline = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
    const said = run([...asNobody, 'node', '--version'], env).stdout.trim()
    const { stdout, stderr } = run([...offline, ...asNobody, 'npm', 'test'], env)
    const lines = stdout.split('\n').filter(line => !/^ok /.test(line))
    return { version: said, outcome: `${lines.join('\n')}${stderr}` }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

for (const version of versions) {
  const began = Date.now()
  const { version: said, outcome } = test(version)
  console.log(`# Node ${said}, ${Math.round((Date.now() - began) / 60_000)} minutes\n${outcome.trim()}`)
  if (!/^\d+ passed, 0 failed$/m.test(outcome)) process.exitCode = 1
}
