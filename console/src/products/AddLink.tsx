import { consolePaths } from '@hikmah/contract/console-paths'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'

const adds = {
  application: { label: 'ADD APPLICATION', to: consolePaths.addApplication },
  integration: { label: 'ADD INTEGRATION', to: consolePaths.addIntegration },
}

export const AddLink = ({ one }: { one: keyof typeof adds }) => (
  <ButtonLink role="button" to={adds[one].to} leftSection={<Icon name="plus" />}>
    {adds[one].label}
  </ButtonLink>
)
