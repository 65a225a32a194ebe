import { Problem } from '@host/plugin'

/** The 404 of a workspace's domain. It has no link to the overview: the visitor may have no account. */
export function noPage(): Problem {
  return new Problem('not_found', { nextStep: { en: 'Check the address.', zh: '请检查地址。' } })
}
