import { defineStory } from '../gallery/story.ts'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'
import { Panel } from './Panel.tsx'
import { Radio } from './Radio.tsx'
import { SettingsFields } from './SettingsFields.tsx'
import { Toggle } from './Toggle.tsx'

const keep = () => undefined

/** The same fields in a page, and where little room is left. */
export const story = defineStory({
  component: 'SettingsFields',
  examples: {
    'in a page': ({ say }) => <Sound say={say} />,
    'with little room': ({ say }) => (
      <div className="max-w-sm">
        <Sound say={say} />
      </div>
    ),
  },
})

function Sound({ say }: { readonly say: (en: string, zh: string) => string }) {
  const volumes = [
    { value: 'low', label: say('Low', '低') },
    { value: 'high', label: say('High', '高') },
  ]
  return (
    <Panel title={say('Sound', '声音')}>
      <SettingsFields>
        <Field label={say('Device', '设备')} hint={say('As others see it.', '其他人看到的名称。')}>
          <Input defaultValue={say('Desk', '书桌')} />
        </Field>
        <Field label={say('Volume', '音量')}>
          <Radio isInline value="low" options={volumes} onChange={keep} />
        </Field>
        <Field label={say('Rings at night', '夜间响铃')} hint={say('Also in quiet hours.', '免打扰时段也响铃。')}>
          <Toggle checked onChange={keep} />
        </Field>
        <Field label={say('Tone', '铃声')} error={say('Choose a tone.', '请选择铃声。')}>
          <Input />
        </Field>
      </SettingsFields>
    </Panel>
  )
}
