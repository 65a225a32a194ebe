import { Combobox, useQuery, useTranslation } from '@host/plugin-sdk'
import { linkLimits, listTags } from '../../shared.ts'

export interface TagsInputProps {
  readonly value?: readonly string[] | undefined
  readonly onChange: (tags: string[]) => void
}

/** Tags by their names; a name that is new becomes a tag. */
export function TagsInput({ value, onChange }: TagsInputProps) {
  const { t } = useTranslation()
  const { data } = useQuery(listTags)
  const options = (data?.items ?? []).map(({ name }) => ({ value: name, label: name }))
  return (
    <Combobox
      multiple
      value={value ?? []}
      options={options}
      placeholder={t('links.labels.addTag')}
      onChange={(tags) => onChange(tags.slice(0, linkLimits.tagsOfLink))}
      onCreate={(text) => text.slice(0, linkLimits.labelName)}
    />
  )
}
