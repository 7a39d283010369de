/**
 * nginx, by a patched copy of examples/deploy/nginx.conf.
 *
 * @packageDocumentation
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Test } from 'tap'
import { findFreePort, patch, print, read, startProxy } from './programs.js'

/** Writes a patched copy of the file into a folder, and returns what starts nginx with it. */
export function prepareNginx(
  folder: string,
  port: number,
  changes: Readonly<Record<string, string>>,
  log: string,
): readonly ['nginx', ...string[]] {
  mkdirSync(`${folder}/cache`, { recursive: true })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map(
    name => `${name}_temp_path ${name};`,
  )
  const config = patch(read('examples/deploy/nginx.conf'), {
    'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
    'worker_processes auto;': 'worker_processes 1;',
    // Below the folder that nginx is started with: its path may have spaces.
    '/run/nginx.pid': 'nginx.pid',
    '/var/log/nginx': '.',
    '/var/cache/nginx-drawaudit': 'cache',
    'listen 80;': `listen 127.0.0.1:${port};`,
    'listen [::]:80;': '',
    ...changes,
    'http {': `http {\n${temporary.join('\n')}`,
  })
  const file = `${folder}/nginx.conf`
  writeFileSync(file, config)
  const args = ['-e', log, '-p', folder, '-c', file]
  print('nginx', '-t', '-q', ...args)
  return ['nginx', ...args, '-g', 'daemon off;']
}

/** nginx in front of a port. */
export async function startNginx(
  t: Test,
  upstream: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<{ proxy: { port: number }; folder: string }> {
  const folder = t.testdir({ cache: {} })
  const port = await findFreePort()
  const all = { 'server 127.0.0.1:8080;': `server 127.0.0.1:${upstream};`, ...changes }
  await startProxy(t, port, prepareNginx(folder, port, all, 'stderr'))
  return { proxy: { port }, folder }
}
