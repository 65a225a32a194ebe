import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The CPU time of a process so far, over its living threads, in milliseconds. */
export function processorTime(pid: number): number {
  if (process.platform !== 'linux') return psTime(pid)
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.map((thread) => threadTime(`/proc/${pid}/task/${thread}/schedstat`)).reduce((sum, ms) => sum + ms, 0)
}

/** Linux counts each thread in nanoseconds. A thread that has ended meanwhile counts nothing. */
function threadTime(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** `ps` prints `[hours:]minutes:seconds`. */
function psTime(pid: number): number {
  const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
}
