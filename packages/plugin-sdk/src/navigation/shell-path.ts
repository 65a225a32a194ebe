/**
 * Addresses inside a shell. A page knows only `/notes`; its shell's base makes it `/admin/@acme/notes`. An address that
 * begins with `~` stands outside the shell, so `~/login` is `/login` everywhere, and `~/admin/notes` the page of the
 * workspace that is open.
 */
import { inWorkspace } from './workspace-address.ts'

/** The address a browser shows. */
export function absolutePath(base: string, to: string): string {
  if (to.startsWith('~')) return inWorkspace(base, to.slice(1) || '/')
  return to === '/' ? base || '/' : base + to
}

/** The address a page knows; one outside the shell keeps its `~`. */
export function shellPath(base: string, pathname: string): string {
  const path = withoutTrailingSlash(pathname)
  if (base === '' || path === base) return base === '' ? path : '/'
  return path.startsWith(`${base}/`) ? path.slice(base.length) : `~${path}`
}

function withoutTrailingSlash(pathname: string): string {
  // bounded: the address of the page that the reader has open.
  return pathname.replace(/\/+$/, '') || '/'
}
