import { Select, useQuery, useTranslation, type CustomControl } from '@host/plugin-sdk'
import { listFolders } from '../../shared.ts'

type FolderSelectProps = Pick<CustomControl<string | null | undefined>, 'value' | 'onChange'>

/** Stands for no folder; no ID is like it. */
const none = 'none'

/** One of the folders, or none. */
export function FolderSelect({ value, onChange }: FolderSelectProps) {
  const { t } = useTranslation()
  const { data } = useQuery(listFolders)
  const folders = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      value={value ?? none}
      options={[{ value: none, label: t('links.labels.noFolder') }, ...folders]}
      onChange={(next) => onChange(next === none ? null : next)}
    />
  )
}
