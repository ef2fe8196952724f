import { basename, extname } from 'node:path'

const byExtension: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.zip': 'application/zip',
}

/** Feeds, whose extension alone says too little. */
const byName: Record<string, string> = {
  'feed.json': 'application/feed+json; charset=utf-8',
  'rss.xml': 'application/rss+xml; charset=utf-8',
}

/** Returns the content type of a file by its name. */
export function contentTypeOf(path: string): string {
  return byName[basename(path)] ?? byExtension[extname(path)] ?? 'application/octet-stream'
}
