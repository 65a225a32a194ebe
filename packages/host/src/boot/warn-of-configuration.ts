import type { BootOptions } from './boot-options.ts'

/** Logs mistakes in the configuration that don't prevent a start. */
export function warnOfConfiguration(options: BootOptions): void {
  warnOfMissingUrl(options)
  warnOfUnreadVariables(options)
}

/** Without a public URL the origin check can't tell https from http, which matters behind a proxy that ends TLS. */
function warnOfMissingUrl({ config: { trustedProxies, publicUrl }, log }: BootOptions): void {
  if (trustedProxies === '' || publicUrl !== undefined) return
  log.warn('HOST_TRUST_PROXY is set without HOST_PUBLIC_URL. Set HOST_PUBLIC_URL to the address that browsers use.')
}

function warnOfUnreadVariables({ config: { unreadVariables }, log }: BootOptions): void {
  if (unreadVariables.length === 0) return
  log.warn(`Unused variables: ${unreadVariables.join(', ')}. Run \`host config\` to list the supported variables.`)
}
