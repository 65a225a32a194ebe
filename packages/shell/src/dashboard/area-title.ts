import type { Translate } from '@host/plugin-sdk'
import { mainArea, type SidebarArea } from './sidebar-areas.ts'

/** The name of an area in the reader's language: from its plugin's dictionary, else its English title. */
export function areaTitle({ area }: SidebarArea<unknown>, t: Translate): string {
  if (area === undefined) return t(`shell.area.${mainArea}`)
  const key = `${area.plugin}.area.${area.id}`
  const text = t(key)
  return text === key ? area.title : text
}
