import { Problem } from '@host/plugin'
import type { DatabaseError } from '../database/database-error.ts'

/** Seconds after which a repeat may be worth it: by then a database that was restarted is used again. */
const retryAfter = '5'

const away = { en: "The database isn't responding.", zh: '数据库暂时没有响应。' }
const full = { en: 'Storage is full.', zh: '存储空间已满，暂时无法保存任何内容。' }
const busy = {
  detail: { en: 'The server is reading too much data right now.', zh: '服务器当前读取的数据过多。' },
  nextStep: {
    en: 'Try again in a few seconds, or narrow the filter or the time range.',
    zh: '请稍等几秒再试，或缩小筛选条件与时间范围。',
  },
}

/** A database that could not do its part, as the client learns of it; why it could not stands in the log. */
export function databaseProblem(cause: DatabaseError): Problem {
  const more = { headers: { 'retry-after': retryAfter }, cause }
  if (cause.code === 'busy') return new Problem('overloaded', { ...busy, ...more })
  return new Problem('service_unavailable', { detail: cause.code === 'storage_full' ? full : away, ...more })
}
