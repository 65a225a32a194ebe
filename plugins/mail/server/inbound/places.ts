import { Problem } from '@host/plugin'
import { mailLimits } from '../../shared.ts'

let taken = 0

/** Takes one of the places of this process: each email is in memory while it is received. @throws Problem `overloaded` */
export function takePlace(): () => void {
  if (taken >= mailLimits.inboundAtOnce) throw new Problem('overloaded')
  taken += 1
  return () => {
    taken -= 1
  }
}
