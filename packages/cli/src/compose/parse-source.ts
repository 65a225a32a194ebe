import { quote } from '@host/inspect'
import type { Source } from './entry.ts'

const packageName = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/
const archive = /\.(tgz|tar\.gz)$/
const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?(?:\+[0-9a-z.-]+)?$/i
const longestName = 214
const longestPath = 4096

/** A source, or the problem of the text with the expected form. */
export type SourceReading = { readonly source: Source } | { readonly problem: string }

/**
 * Reads one value: a path that begins with `.` or `/`, a package name, or `name@version`.
 * Names are held to npm's grammar here, before they reach a command line or an import.
 */
export function parseSource(text: string): SourceReading {
  if (text.length > longestPath || /[\u0000-\u001f\u007f]/.test(text)) {
    return { problem: `${quote(text)} is not a package: use a package name, name@version, a tarball, or a folder` }
  }
  if (/^(\.{0,2}\/|\.{1,2}$)/.test(text)) return parsePath(text)
  return parsePackage(text)
}

function parsePath(text: string): SourceReading {
  const kind = archive.test(text) ? 'tarball' : 'folder'
  return { source: { kind, text, path: text } }
}

function parsePackage(text: string): SourceReading {
  const at = text.indexOf('@', 1)
  const name = at === -1 ? text : text.slice(0, at)
  if (!packageName.test(name) || archive.test(text) || name.length > longestName) return { problem: notAName(text) }
  if (at === -1) return { source: { kind: 'installed', text, name } }
  const version = text.slice(at + 1)
  if (exactVersion.test(version)) return { source: { kind: 'registry', text, name, version } }
  return {
    problem: `${quote(text)} has no exact version: use one such as "${name}@1.2.3", so that builds are reproducible`,
  }
}

function notAName(text: string): string {
  const said = `${quote(text)} is not a valid npm package name`
  if (/^([a-z+]+:|[^/@]+@[^/]+:)/.test(text)) {
    return `${said}: download or clone it, and use the path of the tarball or folder`
  }
  if (/^[a-z0-9-]+\.[a-z]{2,}\//i.test(text)) {
    return `${said} but a Go module path: plugins are npm packages, so use the package of the server half`
  }
  if (archive.test(text) || text.includes('/')) {
    return `${said}: use ${quote(`./${text}`)} for a folder or a tarball, or the lowercase name of a package`
  }
  return `${said}: use a lowercase name such as "host-plugin-notes", name@version, or a path that starts with "./"`
}
