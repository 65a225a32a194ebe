/** The thread that holds the line to the other processes: nothing that the main thread does delays or falsifies it. */
import { Socket } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { TypeIds } from '../../database/type-id.ts'
import { Epochs } from './epochs.ts'
import type { OpenMedium } from './medium.ts'
import { ParentMedium } from './parent-medium.ts'
import { PeerRun } from './peer-run.ts'
import { openPostgresMedium } from './postgres-medium.ts'
import type { CoherenceReply, CoherenceRequest, CoherenceThreadOptions, MediumPlace } from './thread-messages.ts'
import { Trust } from './trust.ts'

const options = workerData as CoherenceThreadOptions | null
if (options?.coherenceThread === true && parentPort !== null) hold(options, parentPort)

function hold({ epochs, trust, place }: CoherenceThreadOptions, port: MessagePort): void {
  const ids = new TypeIds()
  const run = new PeerRun({
    epochs: new Epochs(epochs),
    trust: new Trust(trust),
    newId: () => ids.next('peer'),
    openMedium: mediumAt(place),
  })
  const reply = (message: CoherenceReply): void => port.postMessage(message)
  port.on('message', (request: CoherenceRequest) => {
    if (request.kind === 'say') {
      const { number, slots } = request
      run.say(slots, (isTold) => reply({ kind: 'said', number, isTold }))
    } else void run.end().then(() => reply({ kind: 'ended' }))
  })
  run.start()
}

function mediumAt(place: MediumPlace): OpenMedium {
  if ('databaseUrl' in place) return (onWake) => openPostgresMedium(place.databaseUrl, onWake)
  const medium = new ParentMedium(new Socket({ fd: place.descriptor, readable: true, writable: true }))
  return (onWake) => medium.open(onWake)
}
