import { useEffect, useState } from 'react'
import { useClient } from '@host/plugin-sdk'
import { downloadAttachment, rasterType, readRemoteImage, type EmailDetails } from '../../shared.ts'
import type { SafeEmail } from './sanitize-email.ts'

type Images = readonly HTMLImageElement[]
/** A picture that is loaded once for all places that show it. */
type Wanted = readonly [open: (signal: AbortSignal) => Promise<Response>, images: Images]

interface ImagesOf {
  readonly emailId: string
  readonly email: SafeEmail | undefined
  readonly files: EmailDetails['files']
  readonly showsRemote: boolean
}

/** How many load at the same time. */
const atOnce = 4

/** Loads the pictures of an email through this host: its own at once, remote ones when asked. @returns how many failed */
export function useEmailImages({ emailId, email, files, showsRemote }: ImagesOf): number {
  const client = useClient()
  const [failures, setFailures] = useState({ emailId, count: 0 })
  useEffect(() => {
    const own = [...(email?.inline ?? [])].flatMap(([contentId, images]): Wanted[] => {
      const file = files.find((each) => each.contentId === contentId)
      if (file === undefined) return []
      const input = { id: emailId, attachmentId: file.id }
      return [[(signal) => client.open(downloadAttachment.pattern, input, { signal }), images]]
    })
    return loadAll(own, () => undefined)
  }, [client, emailId, email, files])
  useEffect(() => {
    if (!showsRemote || email === undefined) return undefined
    const remote = [...email.remote].map(([url, images]): Wanted => {
      return [(signal) => client.open(readRemoteImage.pattern, { id: emailId, url }, { signal }), images]
    })
    setFailures({ emailId, count: 0 })
    return loadAll(remote, () => setFailures(({ count }) => ({ emailId, count: count + 1 })))
  }, [client, emailId, email, showsRemote])
  return failures.emailId === emailId ? failures.count : 0
}

/** @returns ends what is loading, and releases what was loaded */
function loadAll(all: readonly Wanted[], onFailed: () => void): () => void {
  const ends = new AbortController()
  const { signal } = ends
  const urls: string[] = []
  const waiting = [...all]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const url = await load(next, signal)
      if (url !== undefined) urls.push(url)
      else if (!signal.aborted) onFailed()
    }
  }
  for (let count = 0; count < atOnce; count += 1) void work()
  return () => {
    ends.abort()
    for (const url of urls) URL.revokeObjectURL(url)
  }
}

async function load([open, images]: Wanted, signal: AbortSignal): Promise<string | undefined> {
  try {
    const bytes = new Uint8Array(await (await open(signal)).arrayBuffer())
    const type = rasterType(bytes)
    if (type === undefined || signal.aborted) return undefined
    const url = URL.createObjectURL(new Blob([bytes], { type }))
    for (const image of images) image.src = url
    return url
  } catch {
    return undefined
  }
}
