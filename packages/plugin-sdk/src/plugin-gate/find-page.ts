import { compareSpecificity, matchPath, type PathParams } from '../navigation/match-path.ts'
import {
  isAtOrBelow,
  type AnnouncedMenu,
  type RegisteredPage,
  type ResolvedPages,
  type ShownPage,
} from './resolve-pages.ts'

/** Result of looking up a path. */
export type FoundPage =
  | { readonly kind: 'page'; readonly page: ShownPage; readonly params: PathParams }
  /** This build has the page, but the server does not announce it: the workspace has it switched off. */
  | { readonly kind: 'switchedOff'; readonly page: RegisteredPage }
  /** The server announces the page, but this build has none. */
  | { readonly kind: 'notInBuild'; readonly menu: AnnouncedMenu }
  | { readonly kind: 'unknown' }

/** The page at a path of the shell; among several the one with more words and fewer parameters. */
export function findPage(pages: ResolvedPages, path: string): FoundPage {
  const page = best(pages.shown, path)
  if (page !== undefined) return { kind: 'page', page, params: matchPath(page.route.path, path) ?? {} }
  const off = best(pages.switchedOff, path)
  if (off !== undefined) return { kind: 'switchedOff', page: off }
  const menu = pages.notInBuild.find((one) => path === one.path || (one.path !== '/' && isAtOrBelow(path, one.path)))
  return menu === undefined ? { kind: 'unknown' } : { kind: 'notInBuild', menu }
}

function best<Page extends RegisteredPage>(pages: readonly Page[], path: string): Page | undefined {
  return pages
    .filter(({ route }) => matchPath(route.path, path) !== undefined)
    .toSorted((a, b) => compareSpecificity(a.route.path, b.route.path))[0]
}
