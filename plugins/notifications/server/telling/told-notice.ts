import * as z from 'zod/mini'
import { roles, type Notice, type Recipients, type Wording } from '@host/plugin'

const longestTitle = 200
const longestBody = 2_000
const longestKey = 200
const longestPath = 500

const Both = z.strictObject({ en: z.string(), zh: z.string() })

/** What all of its readers are told, as a job carries it. */
export const ToldNotice = z.strictObject({
  category: z.string(),
  title: Both,
  body: z.nullable(Both),
  path: z.nullable(z.string()),
  key: z.nullable(z.string()),
})
export type ToldNotice = z.infer<typeof ToldNotice>

/** Reads a notice, whose category is known by its key. @throws TypeError with what is wrong with it */
export function toldNotice({ title, body, path, key }: Notice, category: string): ToldNotice {
  return {
    category,
    title: inBoth('title', title, longestTitle),
    body: body === undefined ? null : inBoth('body', body, longestBody),
    path: path === undefined ? null : pagePath(path),
    key: key === undefined ? null : keyOf(key),
  }
}

/** @throws TypeError for recipients that are none */
export function checkRecipients(to: Recipients): void {
  const isOne =
    'instanceAdmins' in to
      ? to.instanceAdmins
      : isId(to.orgId) && ('userId' in to ? isId(to.userId) : roles.includes(to.role))
  if (isOne) return
  throw new TypeError('A notice is to a user of a workspace, to a role of a workspace, or to instance admins.')
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 64
}

function inBoth(what: string, wording: Wording, longest: number): { en: string; zh: string } {
  const { en, zh } = typeof wording === 'string' ? { en: wording, zh: wording } : wording
  for (const text of [en, zh]) {
    if (typeof text !== 'string' || text.trim() === '' || text.length > longest || text.includes('\0')) {
      throw new TypeError(`The ${what} of a notice has 1 to ${longest} characters in each language.`)
    }
  }
  return { en, zh }
}

/** A path of the product and nothing else: what a notice opens never leads to somebody else's site. */
function pagePath(path: string): string {
  if (/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) && path.length <= longestPath) return path
  throw new TypeError(`The path of a notice is a page relative to its shell, such as "/notes/nte_1"; it is not.`)
}

function keyOf(key: string): string {
  if (key !== '' && key.length <= longestKey && !key.includes('\0')) return key
  throw new TypeError(`The key of a notice has 1 to ${longestKey} characters.`)
}
