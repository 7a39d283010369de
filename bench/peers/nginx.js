// nginx with the bodies as files. It prepares nothing else: no negotiation, no limiter, and it cannot compute odds.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { base, cacheControl, commonHeaders, record, statistics } from './data.js'

const addHeaders = headers =>
  Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join(' ')

const location = (path, cache) =>
  `location = ${base}/${path} { ${addHeaders({ ...commonHeaders, 'X-Request-Id': '$request_id', 'Cache-Control': cache })} }`

/** Writes what nginx needs into a folder and gives its command line. */
export function prepareNginx(folder, port) {
  mkdirSync(join(folder, base, 'entries'), { recursive: true })
  writeFileSync(join(folder, base, 'audit'), JSON.stringify(record))
  writeFileSync(join(folder, base, 'entries/stats'), JSON.stringify(statistics))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1;
daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr crit;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  access_log off;
  default_type application/json;
  etag on;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    ${location('audit', cacheControl.audit)}
    ${location('entries/stats', cacheControl.statistics)}
  }
}
`,
  )
  return ['nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
}
