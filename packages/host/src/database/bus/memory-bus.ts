import type { Bus } from './bus.ts'
import { requireFit } from './payloads.ts'
import { Subscribers } from './subscribers.ts'

/** The bus of a process that works on its database alone. */
export function memoryBus(): Bus {
  const subscribers = new Subscribers()
  return Object.freeze<Bus>({
    isHeard: (topic) => subscribers.has(topic),
    publish(topic, message) {
      requireFit(topic, message)
      subscribers.tell(topic, message)
    },
    subscribe: (topic, listener) => subscribers.add(topic, listener),
  })
}
