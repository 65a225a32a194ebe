import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { lstat, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { dirname } from 'node:path'

/** Read and write for the user and the group of the host: a proxy belongs to the group, and others stay out. */
const masked = 0o117

/**
 * Starts to listen on a Unix socket. The file of a process that is gone is replaced. Rejects when a process listens on it,
 * or when the file is something else, which is left alone.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  // Node would name missing rights as the reason.
  if (!existsSync(dirname(path))) throw new Error('its folder does not exist')
  await removeStale(path)
  const listening = once(server, 'listening')
  // The file is made within this call, so that it never has other rights.
  const before = process.umask(masked)
  try {
    server.listen({ path })
  } finally {
    process.umask(before)
  }
  await listening
}

async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (found === undefined) return
  if (!found.isSocket()) throw new Error('the file is not a socket')
  if (await isServed(path)) throw new Error('another process listens on it')
  await rm(path, { force: true })
}

/** Whether a process accepts connections; a file that this user may not open counts as served. */
async function isServed(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    return !['ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')
  } finally {
    socket.destroy()
  }
}
