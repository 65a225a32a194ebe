import { typed } from '@host/platform-api/typed'
import { useErrorText, useToast, useTranslation } from '@host/plugin-sdk'
import { defineEndpoint, useHost } from '@host/plugin-sdk/shell'

/** An endpoint's action in the palette. */
export interface EndpointAction {
  readonly label: string
  /** Its pattern. */
  readonly call: string
}

/** Runs an endpoint's action, reports the outcome, and refetches open queries: any of them may have changed. */
export function useEndpointAction(): (action: EndpointAction) => Promise<void> {
  const { client, queries } = useHost()
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  return async ({ label, call }) => {
    const endpoint = defineEndpoint({ pattern: call, input: typed<object>(), output: typed(), summary: label })
    try {
      await client.call(endpoint, {})
      toast({ tone: 'positive', title: t('shell.palette.done', { label }) })
      await queries.invalidateQueries()
    } catch (error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    }
  }
}
