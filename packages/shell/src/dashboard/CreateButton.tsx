import { IconButton, useTranslation } from '@host/plugin-sdk'
import { LateMenu } from '../frame/LateMenu.tsx'
import { useCreateEntries } from '../palette/useCreateEntries.ts'
import { createButtonId } from './create-button-id.ts'

const loadChoices = () => import('./CreateChoices.tsx')

/** Opens the Create menu, for readers who may create anything. */
export default function CreateButton() {
  const { t } = useTranslation()
  const hasChoices = useCreateEntries().length > 0
  if (!hasChoices) return null
  return (
    <LateMenu trigger={<IconButton id={createButtonId} icon="plus" label={t('shell.create')} />} load={loadChoices} />
  )
}
