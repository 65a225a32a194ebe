import { channel } from 'node:diagnostics_channel'
import {
  outboundChannel,
  outboundStartChannel,
  type OutboundCall,
  type OutboundStart,
} from '../platform/outbound-channels.ts'

/** Sends a request unless a listener refuses it, and reports its end to listeners. */
export async function observed<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  refuseIfAsked()
  try {
    const answer = await send()
    tell({ hasFailed: false })
    return answer
  } catch (error) {
    tell({ hasFailed: true })
    throw error
  }
}

/** @throws the error of the listener that refuses the request */
function refuseIfAsked(): void {
  const refusals: Error[] = []
  const start: OutboundStart = { refuse: (error) => void refusals.push(error) }
  channel(outboundStartChannel).publish(start)
  if (refusals[0] !== undefined) throw refusals[0]
}

function tell(ended: OutboundCall): void {
  channel(outboundChannel).publish(ended)
}
