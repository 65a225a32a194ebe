import { domainToASCII } from 'node:url'
import {
  Problem,
  UniqueViolation,
  type EndpointInput,
  type Queries,
  type ScopedAudit,
  type WorkspaceScope,
} from '@host/plugin'
import type { createLink, Link, LinkHost } from '../../shared.ts'
import { linkCreated } from '../events.ts'
import { hostsOf } from '../hosts/link-hosts.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { linkKey, toIndex } from '../redirect/index-key.ts'
import { judgeTarget } from './judge-target.ts'
import { selectLink, shownLink } from './link-rows.ts'
import { requireTimes, settingColumns } from './link-settings.ts'
import { requireQuota } from './require-quota.ts'
import { randomSlug, usualLength } from './random-slug.ts'
import { countOneMore } from './link-totals.ts'
import { requireFresh } from './retired-keys.ts'
import { slugTaken } from './slug-taken.ts'

/** Who creates a link, and where. */
export interface Creator extends Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId'> {
  readonly audit: Pick<ScopedAudit, 'describe'>
}
type NewLink = EndpointInput<typeof createLink>

/** Random slugs that are tried before an error. */
const mostTries = 8

/** @throws Problem `invalid_input`, `conflict`, `quota_exceeded`, `tier_required` */
export async function createLinkIn(parts: Parts, caller: Creator, input: NewLink): Promise<Link> {
  const { db } = caller
  requireTimes(input.startsAt, input.expiresAt)
  await judgeTarget(parts, input.url)
  if (typeof input.expiredUrl === 'string') await judgeTarget(parts, input.expiredUrl, 'expiredUrl')
  const host = await chooseHost(parts, caller, input.host)
  await requireQuota(parts, caller.orgId)
  const id = await db.transaction(async (tx) => {
    await countOneMore(tx)
    return await insertLink(parts, { caller, tx }, { ...input, host })
  })
  return shownLink(parts, await selectLink(db, id))
}

interface Inserting {
  readonly caller: Creator
  readonly tx: Queries<Tables>
}

async function insertLink(
  parts: Parts,
  { caller: { orgId, userId, audit }, tx }: Inserting,
  { host, ...input }: Omit<NewLink, 'host'> & { readonly host: LinkHost },
): Promise<string> {
  const { isCaseSensitive, isShared, asciiHost } = host
  const own = isShared ? undefined : { orgId, host: asciiHost }
  const keyOf = (slug: string): string => linkKey({ own, isCaseSensitive }, slug)
  const slug = await freeSlug(tx, { wanted: input.slug ?? '', isCaseSensitive, keyOf })
  await requireFresh(tx, { key: keyOf(slug), linkId: '' })
  const values = { index_key: keyOf(slug), host: asciiHost, slug, url: input.url, created_by: userId }
  const now = new Date(parts.clock()).toISOString()
  const times = { created_at: now, updated_at: now }
  const added = tx.insertInto('links_links').values({ ...values, ...settingColumns(input), ...times })
  try {
    const { id } = await added.returning('id').executeTakeFirstOrThrow()
    parts.index.forget([toIndex(values.index_key)])
    await parts.events.publish(linkCreated, orgId, { linkId: id, host: asciiHost, slug, url: input.url })
    audit.describe({ target: `link:${id}`, after: { host: asciiHost, slug, url: input.url } })
    return id
  } catch (error) {
    if (error instanceof UniqueViolation) throw slugTaken(error)
    throw error
  }
}

interface SlugWanted {
  /** Empty for a random one. */
  readonly wanted: string
  readonly isCaseSensitive: boolean
  readonly keyOf: (slug: string) => string
}

/** The wanted slug in its normal form, or a random one that is free. @throws Problem `conflict` */
async function freeSlug(tx: Queries<Tables>, { wanted, isCaseSensitive, keyOf }: SlugWanted): Promise<string> {
  if (wanted !== '') return wanted.normalize('NFC')
  for (let tries = 0; tries < mostTries; tries += 1) {
    const slug = randomSlug(isCaseSensitive, usualLength + Math.floor(tries / 2))
    const taken = tx.selectFrom('links_links').select('id').where('index_key', '=', keyOf(slug))
    if ((await taken.executeTakeFirst()) === undefined) return slug
  }
  throw slugTaken()
}

/** The host of a new link. @throws Problem `invalid_input`, `conflict` */
async function chooseHost(parts: Parts, caller: Creator, wanted: string | undefined): Promise<LinkHost> {
  const hosts = await hostsOf(parts, caller)
  const [first] = hosts
  if (wanted === undefined) {
    if (first === undefined) throw new Problem('conflict', noHost)
    return first
  }
  const name = domainToASCII(wanted.trim().toLowerCase())
  const found = hosts.find(({ asciiHost }) => asciiHost === name)
  if (found === undefined) throw new Problem('invalid_input', { errors: [{ path: 'host', message: unknownHost }] })
  return found
}

const noHost = {
  detail: { en: 'This workspace has no host for links yet.', zh: '此工作区还没有用于短链接的主机名。' },
  nextStep: { en: 'Ask an admin to add one under Link hosts.', zh: '请管理员在“链接主机”中添加。' },
}

const unknownHost = {
  en: 'Links of this workspace have no such host.',
  zh: '此工作区的链接没有这个主机名。',
}
