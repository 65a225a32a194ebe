/** A thread of a test: answers, fails, or fills its memory, as each message says. */
import { parentPort, workerData } from 'node:worker_threads'

parentPort?.on('message', (message: string) => {
  if (message === 'fail') throw new Error('planted in a thread')
  if (message === 'fill') for (const kept: unknown[] = []; ;) kept.push(Array.from({ length: 1000 }, Math.random))
  parentPort?.postMessage([workerData, message])
})
