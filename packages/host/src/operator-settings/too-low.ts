import type { FieldProblem } from '@host/plugin'
import type { OperatorSettingName } from '@host/plugin/platform'

/** Lower limits would lock operators out of the console in which they could raise them again. */
const lowest: Readonly<Partial<Record<OperatorSettingName, number>>> = {
  HOST_RATE_SIGN_IN: 5,
  HOST_RATE_API: 60,
  HOST_RATE_PERSON: 60,
}

/** The problem of a limit that the console does not take, though the environment would. */
export function tooLow(name: OperatorSettingName, text: string | undefined): readonly FieldProblem[] {
  const least = lowest[name]
  const count = Number(text)
  if (least === undefined || text === undefined || !(count > 0 && count < least)) return []
  return [
    {
      path: name,
      message: {
        en: `Use at least ${least}, or 0 for unlimited. A lower limit would lock you out of this console.`,
        zh: `请至少设为 ${least}，或设为 0 表示不限制。更低的限制会使您无法使用此控制台。`,
      },
    },
  ]
}
