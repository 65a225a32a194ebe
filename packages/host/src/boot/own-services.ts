import { Settings } from '@host/plugin'
import type { OwnServices } from '../context/own-services.ts'
import type { HostSettings } from '../settings/create-settings.ts'

interface OwnParts {
  readonly settings: Pick<HostSettings, 'serviceOf'>
}

/** What the host's parts have for each plugin apart. */
export function ownServices({ settings }: OwnParts): OwnServices {
  return ({ name }) => [[Settings, settings.serviceOf(name)]]
}
