/**
 * A host in a process of its own whose plugin stores files: `node upload-process.ts <environment in JSON>`. It sends its
 * address and a member's session, and answers `measure` with the memory that its live buffers took at most since then.
 */
import { labHost } from '../lab-host.ts'
import { filesPlugin } from './files-plugin.ts'

/** A session of the process's member. */
export interface UploadProcessFacts {
  readonly url: string
  readonly cookie: string
  readonly csrfToken: string
}

/** Bytes beyond those at the start of the measurement. */
export interface MeasuredMemory {
  readonly buffers: number
  readonly rss: number
}

const environment = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, string>>
const lab = await labHost({ after: () => undefined }, [filesPlugin({ runs: 0 })], { environment })
const { cookie, csrfToken } = await lab.person('member')
const url = new URL(await lab.host.listen()).origin

process.on('message', (told) => {
  if (told === 'measure') measure()
})
process.send?.({ url, cookie, csrfToken })

function measure(): void {
  const start = taken()
  const most = { buffers: 0, rss: 0 }
  const look = (): void => {
    const since = performance.now()
    const now = taken()
    most.buffers = Math.max(most.buffers, now.arrayBuffers - start.arrayBuffers)
    most.rss = Math.max(most.rss, now.rss - start.rss)
    // On a busy machine collections would leave no time for the file.
    timer = setTimeout(look, Math.max(100, 4 * (performance.now() - since)))
  }
  let timer = setTimeout(look, 100)
  process.once('message', () => {
    clearTimeout(timer)
    process.send?.(most)
  })
  process.send?.('measuring')
}

/** Without buffers that nothing uses any more. */
function taken(): NodeJS.MemoryUsage {
  globalThis.gc?.()
  // The first collection frees buffers beside the main thread; the second one waits for that.
  globalThis.gc?.()
  return process.memoryUsage()
}
