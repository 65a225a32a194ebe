import * as z from 'zod/mini'
import {
  roles,
  type Notification,
  type NotificationAction,
  type NotificationOutcome,
  type Recipients,
  type Wording,
} from '@host/plugin'

const longestTitle = 200
const longestBody = 2_000
const longestKey = 200
const longestPath = 500
const longestLabel = 40
const longestOutcome = 200
const mostActions = 3

/** A text as a job carries it. */
export const Both = z.strictObject({ en: z.string(), zh: z.string() })

const Action = z.strictObject({
  label: Both,
  path: z.string(),
  kind: z.enum(['primary', 'plain', 'danger']),
  opensPage: z.optional(z.boolean()),
})

/** The content for all recipients, as stored in a job. */
export const SentNotification = z.strictObject({
  category: z.string(),
  title: Both,
  body: z.nullable(Both),
  path: z.nullable(z.string()),
  key: z.nullable(z.string()),
  actions: z._default(z.array(Action), []),
  subject: z.optional(z.string()),
  /** The key of the question that it puts, in the plugin's name; null for one that puts none. */
  askedAs: z._default(z.nullable(z.string()), null),
})
export type SentNotification = z.infer<typeof SentNotification>

/** Fields of a notification besides its content. */
export interface NotificationFrame {
  readonly plugin: string
  /** The key of its category. */
  readonly category: string
  /** Whether the plugin has a route of this method at this path. */
  readonly hasRoute: (method: 'GET' | 'POST', path: string) => boolean
}

/** Reads a notification. @throws TypeError describing the problem */
export function sentNotification(
  notification: Notification,
  { plugin, category, hasRoute }: NotificationFrame,
): SentNotification {
  const { to, title, body, path, key, actions = [], subject } = notification
  if (actions.length > 0 && (key === undefined || !('orgId' in to))) {
    throw new TypeError('A notification with actions needs a workspace recipient and a key.')
  }
  if (path === undefined && actions.some(({ opensPage }) => opensPage)) {
    throw new TypeError('An action with "opensPage" needs a notification with a path.')
  }
  if (subject !== undefined && !(isRoutePath(subject) && hasRoute('GET', subject))) {
    throw new TypeError('The subject of a notification must be a GET route of the plugin that sends it.')
  }
  if (actions.length > mostActions) throw new TypeError(`A notification has at most ${mostActions} actions.`)
  return {
    category,
    title: inBoth('title', title, longestTitle),
    body: body === undefined ? null : inBoth('body', body, longestBody),
    path: path === undefined ? null : pagePath(path),
    key: key === undefined ? null : keyOf(key),
    actions: actions.map((action) => toldAction(action, hasRoute)),
    ...(subject !== undefined && { subject }),
    askedAs: actions.length === 0 || key === undefined ? null : askedAs(plugin, key),
  }
}

/** Reads the outcome of a question. @throws TypeError describing the problem */
export function toldOutcome({ orgId, key, outcome }: NotificationOutcome, plugin: string) {
  if (!isId(orgId)) throw new TypeError('An outcome needs a notification in a workspace.')
  return { askedAs: askedAs(plugin, keyOf(key)), outcome: inBoth('outcome', outcome, longestOutcome) }
}

function askedAs(plugin: string, key: string): string {
  return `${plugin}:${key}`
}

function toldAction(
  { label, path, kind = 'plain', opensPage }: NotificationAction,
  hasRoute: NotificationFrame['hasRoute'],
) {
  if (!kinds.includes(kind)) throw new TypeError(`The kind of an action must be one of: ${kinds.join(', ')}.`)
  if (!isRoutePath(path) || !hasRoute('POST', path)) {
    throw new TypeError('The path of an action must be a POST route of the plugin that sends the notification.')
  }
  return { label: inBoth('action', label, longestLabel), path, kind, ...(opensPage === true && { opensPage }) }
}

function isRoutePath(path: unknown): path is string {
  return typeof path === 'string' && path.length <= longestPath
}

const kinds: readonly string[] = ['primary', 'plain', 'danger']

/** @throws TypeError for recipients that are none */
export function checkRecipients(to: Recipients): void {
  const isOne =
    'instanceAdmins' in to
      ? to.instanceAdmins
      : isId(to.orgId) && ('userId' in to ? isId(to.userId) : roles.includes(to.role))
  if (isOne) return
  throw new TypeError('The recipient must be a workspace user, a workspace role, or instance admins.')
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 64
}

function inBoth(what: string, wording: Wording, longest: number): { en: string; zh: string } {
  const { en, zh } = typeof wording === 'string' ? { en: wording, zh: wording } : wording
  for (const text of [en, zh]) {
    if (typeof text !== 'string' || text.trim() === '' || text.length > longest || text.includes('\0')) {
      throw new TypeError(`The ${what} of a notification must have 1 to ${longest} characters in each language.`)
    }
  }
  return { en, zh }
}

/** Only a path of the product: a notification never links to another site. */
function pagePath(path: string): string {
  // bounded: one look ahead, at the second character.
  if (/^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) && path.length <= longestPath) return path
  throw new TypeError('The path of a notification must be a page relative to its shell, such as "/notes/nte_1".')
}

function keyOf(key: string): string {
  if (key !== '' && key.length <= longestKey && !key.includes('\0')) return key
  throw new TypeError(`The key of a notification must have 1 to ${longestKey} characters.`)
}
