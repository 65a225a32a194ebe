import { domainToASCII } from 'node:url'
import { Problem, type EndpointInput, type Queries, type ScopedAudit, type WorkspaceScope } from '@host/plugin'
import type { createLink, Link, LinkHost } from '../../shared.ts'
import { linkCreated } from '../events.ts'
import { targetHostOf } from '../abuse/target-host.ts'
import { hostsOf } from '../hosts/link-hosts.ts'
import { requireFolder } from '../labels/link-folders.ts'
import { changeTags } from '../labels/link-tags.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { fetchTitle, linkWishes } from '../targets/target-jobs.ts'
import { linkKey, toIndex } from '../redirect/index-key.ts'
import { judgeTarget } from './judge-target.ts'
import { selectLink, shownLink } from './link-rows.ts'
import { withinQuota } from './link-totals.ts'
import { passwordColumn, requireTimes, settingColumns } from './link-settings.ts'
import { randomSlug, usualLength } from './random-slug.ts'
import { storePreview } from '../previews/preview-rows.ts'
import { requireFresh } from './retired-keys.ts'
import { orTaken, slugTaken } from './slug-taken.ts'

/** Who creates a link, and where. */
export interface Creator extends Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId'> {
  readonly audit: Pick<ScopedAudit, 'describe'>
}
export type NewLink = EndpointInput<typeof createLink>

/** Random slugs that are tried before an error. */
const mostTries = 8

/** @throws Problem `invalid_input`, `not_found`, `conflict`, `quota_exceeded`, `tier_required` */
export async function createLinkIn(parts: Parts, caller: Creator, input: NewLink): Promise<Link> {
  const { db, audit } = caller
  const link = await readyLink(parts, caller, input)
  const store = async (tx: Queries<Tables>): Promise<string> => {
    const added = await insertLink(parts, { caller, tx }, link)
    audit.describe({ target: `link:${added.id}`, after: added.after })
    return added.id
  }
  const id = await withinQuota(parts, caller, { links: 1, store })
  return await shownLink(parts, db, await selectLink(db, id))
}

/** A new link that was judged, with its host. */
export type ReadyLink = Omit<NewLink, 'host'> & {
  readonly host: LinkHost
  /** Clicks that another system counted. */
  readonly clicksBefore?: number | undefined
  /** The column of its password. */
  readonly hashed?: Awaited<ReturnType<typeof passwordColumn>>
  /** Whether it gets the title of its target. */
  readonly wantsTitle?: boolean
  /** Of a random slug. */
  readonly slugLength?: number
}

/** Judges a new link. @throws Problem `invalid_input`, `not_found`, `conflict` */
export async function readyLink(parts: Parts, caller: Creator, input: NewLink): Promise<ReadyLink> {
  await judgeNewLink(parts, input)
  await requireFolder(caller.db, input.folderId)
  const host = await chooseHost(parts, caller, input.host)
  const { fetchTitles, slugLength } = await linkWishes(parts, caller.orgId)
  const wantsTitle = (input.title ?? '') === '' && fetchTitles
  return { ...input, host, hashed: await passwordColumn(parts, input), wantsTitle, slugLength }
}

/** Judges the times and targets of a new link. @throws Problem `invalid_input` */
export async function judgeNewLink(parts: Parts, input: Omit<NewLink, 'host'>): Promise<void> {
  requireTimes(input.startsAt, input.expiresAt)
  await judgeTarget(parts, input.url)
  if (typeof input.expiredUrl === 'string') await judgeTarget(parts, input.expiredUrl, 'expiredUrl')
}

interface Inserting {
  readonly caller: Pick<Creator, 'orgId' | 'userId'>
  readonly tx: Queries<Tables>
}

/** Stores a new link, which was counted. @throws Problem `conflict`, `invalid_input` for too many tags */
export async function insertLink(
  parts: Parts,
  { caller: { orgId, userId }, tx }: Inserting,
  { host, tags, clicksBefore = 0, hashed = {}, wantsTitle = false, slugLength = usualLength, ...input }: ReadyLink,
) {
  const { isCaseSensitive, asciiHost } = host
  await requireStill(tx, host)
  const keyOf = (slug: string): string => keyOn(host, orgId, slug)
  const slug = await freeSlug(tx, { wanted: input.slug ?? '', length: slugLength, isCaseSensitive, keyOf })
  await requireFresh(tx, { key: keyOf(slug), linkId: '' })
  const { url } = input
  const target = { url, target_host: targetHostOf(url) }
  const { previewTitle = '', previewDescription = '' } = input
  const has_preview = previewTitle !== '' || previewDescription !== ''
  const values = { index_key: keyOf(slug), host: asciiHost, slug, ...target, has_preview, created_by: userId }
  const now = new Date(parts.clock()).toISOString()
  const times = { created_at: now, updated_at: now, judge_at: now, check_at: now, clicks_before: clicksBefore }
  const added = tx.insertInto('links_links').values({ ...values, ...settingColumns(input), ...hashed, ...times })
  const { id } = await orTaken(added.returning('id').executeTakeFirstOrThrow())
  await changeTags(tx, id, { tags })
  if (has_preview) await storePreview(tx, id, { previewTitle, previewDescription })
  if (wantsTitle) await parts.jobs.enqueue(orgId, fetchTitle, { linkId: id })
  parts.index.forget([toIndex(values.index_key)])
  await parts.events.publish(linkCreated, orgId, { linkId: id, host: asciiHost, slug, url: input.url })
  return { id, after: { host: asciiHost, slug, url: input.url } }
}

/** Keeps a host from being removed until the transaction ends. @throws Problem `invalid_input` for one that is gone */
async function requireStill(tx: Queries<Tables>, { id }: LinkHost): Promise<void> {
  if (id === null) return
  const hosts = tx.selectFrom('links_hosts').select('id').where('id', '=', id)
  if ((await hosts.forUpdate().executeTakeFirst()) === undefined) throw hostUnknown()
}

/** The key of a link of a workspace on one of its hosts. */
export function keyOn({ isCaseSensitive, isShared, asciiHost }: LinkHost, orgId: string, slug: string): string {
  return linkKey({ own: isShared ? undefined : { orgId, host: asciiHost }, isCaseSensitive }, slug)
}

interface SlugWanted {
  /** Empty for a random one. */
  readonly wanted: string
  /** Of a random one; it grows with the tries that were taken already. */
  readonly length: number
  readonly isCaseSensitive: boolean
  readonly keyOf: (slug: string) => string
}

/** The wanted slug in its normal form, or a random one that is free. @throws Problem `conflict` */
async function freeSlug(tx: Queries<Tables>, { wanted, length, isCaseSensitive, keyOf }: SlugWanted): Promise<string> {
  if (wanted !== '') return wanted.normalize('NFC')
  for (let tries = 0; tries < mostTries; tries += 1) {
    const slug = randomSlug(isCaseSensitive, length + Math.floor(tries / 2))
    const taken = tx.selectFrom('links_links').select('id').where('index_key', '=', keyOf(slug))
    if ((await taken.executeTakeFirst()) === undefined) return slug
  }
  throw slugTaken()
}

/** The host of a new link. @throws Problem `invalid_input`, `conflict` */
export async function chooseHost(
  parts: Parts,
  caller: Pick<Creator, 'db' | 'orgId'>,
  wanted: string | undefined,
): Promise<LinkHost> {
  const hosts = await hostsOf(parts, caller)
  const [first] = hosts
  if (wanted === undefined) {
    if (first === undefined) throw new Problem('conflict', noHost)
    return first
  }
  const name = domainToASCII(wanted.trim().toLowerCase())
  const found = hosts.find(({ asciiHost }) => asciiHost === name)
  if (found === undefined) throw hostUnknown()
  return found
}

const noHost = {
  detail: { en: 'This workspace has no host for links yet.', zh: '此工作区还没有用于短链接的主机名。' },
  nextStep: { en: 'Ask an admin to add one under Link hosts.', zh: '请管理员在“链接主机”中添加。' },
}

function hostUnknown(): Problem {
  return new Problem('invalid_input', { errors: [{ path: 'host', message: unknownHost }] })
}

const unknownHost = {
  en: 'Links of this workspace have no such host.',
  zh: '此工作区的链接没有这个主机名。',
}
