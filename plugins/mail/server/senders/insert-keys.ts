import { randomBytes } from 'node:crypto'
import { Problem, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { SealedKeys } from './private-keys.ts'

/** The sending domain that gets keys. */
export interface KeysOwner {
  readonly id: string
  readonly domain: string
}

/** New keys, sealed, and when they were made. */
export interface NewKeys {
  readonly sealed: SealedKeys
  readonly now: number
}

/**
 * Stores new keys of a sending domain, whose row is locked. Inside a transaction.
 * @returns their ID
 * @throws Problem `conflict` while other new keys don't sign yet
 */
export async function insertKeys(tx: Queries<Tables>, sender: KeysOwner, { sealed, now }: NewKeys): Promise<string> {
  const begun = await tx
    .selectFrom('mail_signing_keys')
    .select('id')
    .where('sender_id', '=', sender.id)
    .where('stage', 'in', ['publishing', 'waiting'])
    .executeTakeFirst()
  if (begun !== undefined) throw underWay()
  const { id } = await tx
    .insertInto('mail_signing_keys')
    .values({
      ...sealed,
      sender_id: sender.id,
      domain: sender.domain,
      stage: 'publishing',
      selector: newSelector(now),
      created_at: new Date(now).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The day for people who read a zone, and letters so that two of one day differ. */
function newSelector(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return `h${day}${randomBytes(2).toString('hex')}`
}

function underWay(): Problem {
  return new Problem('conflict', {
    detail: { en: 'A rotation of the keys of this domain is under way.', zh: '此域名的密钥轮换正在进行。' },
    nextStep: { en: 'Wait until the new keys sign.', zh: '请等待新密钥开始签名。' },
  })
}
