import { useState } from 'react'
import { defineStory, type ExampleProps } from '../gallery/story.ts'
import type { Money } from './money.ts'
import { MoneyField } from './MoneyField.tsx'

export const story = defineStory({
  component: 'MoneyField',
  examples: {
    plain: ({ say }) => <Sample label={say('Price', '价格')} value={{ amount: 123_450, currency: 'USD' }} />,
    'choice of currency': ({ say }) => (
      <Sample
        label={say('Budget', '预算')}
        value={{ amount: 1_200, currency: 'JPY' }}
        currencies={['EUR', 'JPY', 'KWD']}
      />
    ),
    empty: ({ say }) => <Sample label={say('Discount', '折扣')} value={null} />,
    wrong: ({ say }) => <Sample label={say('Refund', '退款')} value={{ amount: Number.NaN, currency: 'USD' }} />,
    disabled: ({ say }) => <Sample label={say('Total', '合计')} value={{ amount: 999, currency: 'USD' }} disabled />,
  },
})

interface SampleProps {
  readonly label: ReturnType<ExampleProps['say']>
  readonly value: Money | null
  readonly currencies?: readonly string[]
  readonly disabled?: boolean
}

function Sample({ value: initial, ...rest }: SampleProps) {
  const [value, setValue] = useState(initial)
  return <MoneyField {...rest} currency="USD" value={value} onChange={setValue} />
}
