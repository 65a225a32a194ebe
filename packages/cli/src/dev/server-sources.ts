import { sep } from 'node:path'

/** Files that no server loads: the web halves and their packages, tests and stories, and files of development. */
const ofPages = /(?:^|\/)(?:web|dist|node_modules|\.host)\/|\.(?:test|story)\.|^packages\/(?:plugin-sdk|shell)\//

/** Whether a change of a file, by its path from a followed folder, asks for another server. */
export function isServerSource(path: string): boolean {
  const written = path.split(sep).join('/')
  return /\.(?:[cm]?ts|[cm]?js|json|mdx)$/.test(written) && !ofPages.test(written)
}
