import { Problem } from '@host/plugin'
import type { DatabaseError } from '../db/database-error.ts'

/** Seconds after which a repeat may be worth it: by then a database that was restarted is used again. */
const retryAfter = '5'

const away = { en: 'The database does not answer at the moment.', zh: '数据库暂时没有响应。' }
const full = { en: 'There is no room left to store anything.', zh: '存储空间已满，暂时无法保存任何内容。' }

/** A database that could not do its part, as the client learns of it; why it could not stands in the log. */
export function databaseProblem(cause: DatabaseError): Problem {
  return new Problem('service_unavailable', {
    detail: cause.code === 'storage_full' ? full : away,
    headers: { 'retry-after': retryAfter },
    cause,
  })
}
