/** The thread that holds the line to the other processes: nothing that the main thread does delays or falsifies it. */
import { Socket } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { TypeIds } from '../../database/type-id.ts'
import { Epochs } from './epochs.ts'
import type { OpenMedium } from './medium.ts'
import { ParentMedium } from './parent-medium.ts'
import { PeerRun } from './peer-run.ts'
import { openPostgresMedium } from './postgres-medium.ts'
import type {
  CoherenceLine,
  CoherenceReply,
  CoherenceRequest,
  CoherenceThreadRole,
  MediumPlace,
} from './thread-messages.ts'
import { Trust } from './trust.ts'

type Say = Extract<CoherenceRequest, { kind: 'say' }>

const role = workerData as CoherenceThreadRole | null
if (role?.coherenceThread === true && parentPort !== null) serve(parentPort)

function serve(port: MessagePort): void {
  let run: PeerRun | undefined
  const reply = (message: CoherenceReply): void => port.postMessage(message)
  port.on('message', (request: CoherenceRequest) => {
    if (request.kind === 'hold') run = hold(request.line)
    else if (request.kind === 'say') say(request)
    else void end()
  })

  /** An answer that comes after the end is not one to the next holder. */
  function say({ number, slots }: Say): void {
    const asked = run
    asked?.say(slots, (isTold) => {
      if (asked === run) reply({ kind: 'said', number, isTold })
    })
  }

  async function end(): Promise<void> {
    await run?.end()
    run = undefined
    reply({ kind: 'ended' })
  }
}

function hold({ epochs, trust, place }: CoherenceLine): PeerRun {
  const ids = new TypeIds()
  const run = new PeerRun({
    epochs: new Epochs(epochs),
    trust: new Trust(trust),
    newId: () => ids.next('peer'),
    openMedium: mediumAt(place),
  })
  run.start()
  return run
}

function mediumAt(place: MediumPlace): OpenMedium {
  if ('databaseUrl' in place) return (onWake) => openPostgresMedium(place.databaseUrl, onWake)
  const medium = new ParentMedium(new Socket({ fd: place.descriptor, readable: true, writable: true }))
  return (onWake) => medium.open(onWake)
}
