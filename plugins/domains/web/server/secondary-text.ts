import type { ZoneServer } from '../../shared.ts'

type Secondary = ZoneServer['secondaries'][number]

const usualPort = 53

/** A secondary as people write it: `192.0.2.1`, or `192.0.2.1#5353` on another port. */
export function secondaryText({ address, port }: Secondary): string {
  return port === usualPort ? address : `${address}#${port}`
}

/** The secondaries of lines; what is not a number behind `#` stays a part of the address, which the server refuses. */
export function readSecondaries(text: string): readonly Secondary[] {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '')
  return lines.map((line) => {
    const [, address = line, port] = /^([^#]*)#(\d{1,5})$/.exec(line) ?? []
    return { address, port: port === undefined ? usualPort : Number(port) }
  })
}
