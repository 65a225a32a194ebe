import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundledProgram } from '../bundled-program.ts'
import type { UploadProcessFacts } from './upload-process.ts'

/** A host that stores files, in a process of its own. */
export interface UploadProcess extends UploadProcessFacts {
  readonly child: ChildProcess
  kill(): Promise<void>
}

/** Starts `upload-process.ts`. @param environment beside that of a lab host */
export async function startUploadProcess(environment: Readonly<Record<string, string>>): Promise<UploadProcess> {
  const program = await bundledProgram(join(import.meta.dirname, 'upload-process.ts'))
  const child = fork(program, [JSON.stringify(environment)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The host ended.')))
  const [facts] = (await Promise.race([once(child, 'message'), ended])) as [UploadProcessFacts]
  ended.catch(() => undefined)
  const kill = async (): Promise<void> => {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
  return { ...facts, child, kill }
}

/** Sends a PNG of so many bytes, in chunks. */
export async function sendPicture(host: UploadProcess, size: number, signal?: AbortSignal): Promise<Response> {
  const { url, cookie, csrfToken } = host
  let left = size
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = Buffer.alloc(Math.min(left, 64 * 1024), 7)
      if (left === size) chunk.write('\x89PNG\r\n\x1a\n', 'latin1')
      left -= chunk.length
      controller.enqueue(chunk)
      if (left === 0) controller.close()
    },
  })
  const headers = { cookie, origin: url, 'x-csrf-token': csrfToken, 'content-type': 'image/png' }
  return await fetch(`${url}/api/x/files/files`, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
    signal: signal ?? null,
  })
}
