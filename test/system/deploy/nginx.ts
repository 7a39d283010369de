/**
 * nginx, by a patched copy of examples/deploy/nginx.conf.
 *
 * @packageDocumentation
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Test } from 'tap'
import { findFreePort, patch, print, read, startProxy } from './programs.js'

/** nginx in front of a port. */
export async function startNginx(
  t: Test,
  upstream: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<{ proxy: { port: number }; folder: string }> {
  const folder = t.testdir({ cache: {} })
  const port = await findFreePort()
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map(
    name => `${name}_temp_path ${name};`,
  )
  const config = patch(read('examples/deploy/nginx.conf'), {
    'user www-data;': user,
    'worker_processes auto;': 'worker_processes 1;',
    // Below the folder that nginx is started with: its path may have spaces.
    '/run/nginx.pid': 'nginx.pid',
    '/var/log/nginx': '.',
    '/var/cache/nginx-drawaudit': 'cache',
    'listen 80;': `listen 127.0.0.1:${port};`,
    'listen [::]:80;': '',
    'server 127.0.0.1:8080;': `server 127.0.0.1:${upstream};`,
    ...changes,
    'http {': `http {\n${temporary.join('\n')}`,
  })
  mkdirSync(`${folder}/cache`, { recursive: true })
  const file = `${folder}/nginx.conf`
  writeFileSync(file, config)
  const args = ['-e', 'stderr', '-p', folder, '-c', file] as const
  print('nginx', '-t', '-q', ...args)
  await startProxy(t, port, ['nginx', ...args, '-g', 'daemon off;'])
  return { proxy: { port }, folder }
}
