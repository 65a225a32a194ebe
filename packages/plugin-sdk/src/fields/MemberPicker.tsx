import { Avatar } from '../components/Avatar.tsx'
import { Combobox } from '../components/Combobox.tsx'
import type { SelectOption } from '../components/Select.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useClient } from '../query/useClient.ts'
import { findMember, findMembers, memberOption } from './member-options.ts'

interface MemberPickerCommon {
  /** Names the field; omit only inside a `Field`. */
  readonly label?: string
  /** Default: "Search members". */
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
}

/** Props of `MemberPicker`: the id of one user or none, or any number of ids with `multiple`. */
export type MemberPickerProps = MemberPickerCommon &
  (
    | { readonly multiple?: false; readonly value: string | null; readonly onChange: (value: string | null) => void }
    | {
        readonly multiple: true
        readonly value: readonly string[]
        readonly onChange: (value: readonly string[]) => void
      }
  )

/**
 * Selects members of the workspace by name or email. A user who has left it stays, as a former member, until replaced.
 * @example <MemberPicker label={t('deals.owner')} value={ownerId} onChange={setOwnerId} />
 * @since 1.0.0
 */
export function MemberPicker({ placeholder, ...props }: MemberPickerProps) {
  const { t } = useTranslation()
  const client = useClient()
  const without = (value: string, label: string): SelectOption<string> => ({
    value,
    label,
    media: <Avatar name="?" size="small" />,
  })
  const shared = {
    placeholder: placeholder ?? t('sdk.members.placeholder'),
    emptyText: t('sdk.members.none'),
    load: async (text: string, signal: AbortSignal) => (await findMembers(client, text, signal)).map(memberOption),
    async find(value: string, signal: AbortSignal) {
      const member = await findMember(client, value, signal).catch(() => undefined)
      if (member === 'former') return without(value, t('sdk.members.former'))
      return member === undefined ? without(value, t('sdk.members.unknown')) : memberOption(member)
    },
  }
  return <Combobox {...props} {...shared} />
}
