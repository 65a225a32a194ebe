import { Problem, UniqueViolation } from '@host/plugin'

/** The slug is in use. */
export function slugTaken(cause?: unknown): Problem {
  const message = { en: 'This address is taken. Choose another slug.', zh: '该地址已被使用，请换一个。' }
  return new Problem('conflict', { detail: message, errors: [{ path: 'slug', message }], cause })
}

/** Writes a link. @throws Problem `conflict` where its address, or its external ID, is that of another one */
export async function orTaken<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw error.columns.includes('external_id') ? externalIdTaken(error) : slugTaken(error)
  }
}

function externalIdTaken(cause: UniqueViolation): Problem {
  const message = { en: 'Another link has this external ID.', zh: '该外部 ID 已用于其他链接。' }
  return new Problem('conflict', { detail: message, errors: [{ path: 'externalId', message }], cause })
}
