/**
 * The workspace in an address: `/admin/@acme/notes` is the page `/notes` of the workspace with the slug `acme`. Pages
 * and menus never see the slug; `/admin/notes` is the page of the workspace used last.
 */

/** The slug in an address; undefined where it names no workspace. */
export function slugIn(pathname: string): string | undefined {
  return /^\/admin\/@([^/]*)/.exec(pathname)?.[1]
}

/** The base of the addresses of a workspace. */
export function workspaceBase(slug: string | undefined): '/admin' | `/admin/@${string}` {
  return slug === undefined ? '/admin' : `/admin/@${slug}`
}

/** An address with the workspace of another one, unless it names one itself. */
export function inWorkspace(base: string, address: string): string {
  return slugIn(base) === undefined ? address : address.replace(/^\/admin(?=$|[?#]|\/(?!@))/, base)
}
