import { Problem } from '@host/plugin'

/** The 404 of a domain. Its reader does not know the product, so there is no overview to go back to. */
export function noPage(): Problem {
  return new Problem('not_found', { nextStep: { en: 'Check the address.', zh: '请检查地址。' } })
}
