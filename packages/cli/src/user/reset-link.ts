import { isUnix, type HostConfig } from '@host/host'

/** The URL of a reset link, with facts for its reader. */
export interface ResetLink {
  readonly url: string
  /** Undefined when the address is the configured one. */
  readonly note: string | undefined
}

/** The page that sets a password, at the public address, or else where the host listens on this machine. */
export function resetLink({ publicUrl, listen }: Pick<HostConfig, 'publicUrl' | 'listen'>, token: string): ResetLink {
  const path = `/reset?token=${encodeURIComponent(token)}`
  if (publicUrl !== undefined) return { url: new URL(path, publicUrl).href, note: undefined }
  const note = 'HOST_PUBLIC_URL is not set: add the public address of the host before /reset.'
  return { url: new URL(path, localUrl(listen)).href, note }
}

function localUrl(listen: HostConfig['listen']): string {
  if (isUnix(listen)) return 'http://localhost'
  const { host, port } = listen
  const isEvery = host === undefined || host === '0.0.0.0' || host === '::'
  const name = isEvery ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
