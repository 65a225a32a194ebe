import { Problem } from '@host/plugin'

/** The slug is in use. */
export function slugTaken(cause?: unknown): Problem {
  const message = { en: 'This address is taken. Choose another slug.', zh: '该地址已被使用，请换一个。' }
  return new Problem('conflict', { detail: message, errors: [{ path: 'slug', message }], cause })
}
