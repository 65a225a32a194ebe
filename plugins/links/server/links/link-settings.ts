/** The settings of a link, as a form gives them and as columns hold them. */
import { Problem } from '@host/plugin'
import type { EndpointInput } from '@host/plugin'
import type { changeLink } from '../../shared.ts'
import type { Parts } from '../parts.ts'

/** Settings of a new or changed link; those that are left out stay. */
export type LinkSettings = Omit<EndpointInput<typeof changeLink>, 'id' | 'url' | 'slug' | 'tags'>

/** The columns of settings. */
export function settingColumns(given: LinkSettings) {
  const { title, note, redirect, query, isEnabled, startsAt, expiresAt, expiredUrl, clickLimit } = given
  const { folderId, externalId, isArchived, referrerPolicy } = given
  return {
    ...(title === undefined ? {} : { title }),
    ...(note === undefined ? {} : { note }),
    ...(redirect === undefined ? {} : { redirect }),
    ...(query === undefined ? {} : { query }),
    ...(isEnabled === undefined ? {} : { is_enabled: isEnabled }),
    ...(startsAt === undefined ? {} : { starts_at: startsAt }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(expiredUrl === undefined ? {} : { expired_url: expiredUrl }),
    ...(clickLimit === undefined ? {} : { click_limit: clickLimit }),
    ...(folderId === undefined ? {} : { folder_id: folderId }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
    ...(isArchived === undefined ? {} : { is_archived: isArchived }),
    ...(referrerPolicy === undefined ? {} : { referrer_policy: referrerPolicy }),
  }
}

/** The column of a password; hashing takes a while, so call it outside of transactions. */
export async function passwordColumn(
  { passwords }: Pick<Parts, 'passwords'>,
  { password }: Pick<LinkSettings, 'password'>,
) {
  if (password === undefined) return {}
  return { password_hash: password === null ? null : await passwords.hash(password) }
}

/** Refuses a link that would end before it begins. @throws Problem `invalid_input` */
export function requireTimes(startsAt: string | null = null, expiresAt: string | null = null): void {
  if (startsAt === null || expiresAt === null || Date.parse(startsAt) < Date.parse(expiresAt)) return
  throw new Problem('invalid_input', { errors: [{ path: 'expiresAt', message: endsFirst }] })
}

const endsFirst = { en: 'The link would end before it begins.', zh: '链接的结束时间早于开始时间。' }
