import type { Wording } from '@host/plugin'

const units = [
  [1024 * 1024, 'MiB'],
  [1024, 'KiB'],
] as const

/** Tells a client the limit that its body exceeds. @param limit in bytes */
export function overLimit(limit: number): Wording {
  const [size, unit] = units.find(([each]) => limit >= each) ?? [1, 'bytes']
  const most = `${Math.floor((limit / size) * 10) / 10} ${unit}`
  return { en: `The limit is ${most}.`, zh: `上限为 ${most.replace('bytes', '字节')}。` }
}
