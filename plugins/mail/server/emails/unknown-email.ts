import { Problem } from '@host/plugin'

/** @throws Problem `not_found` where one of the ids is not an email that the caller may read */
export function unknownEmail(at?: number): Problem {
  if (at === undefined) return new Problem('not_found')
  return new Problem('not_found', {
    errors: [{ path: `ids.${at}`, message: { en: 'No email has this ID.', zh: '没有这封邮件。' } }],
  })
}
