import { ImageField } from '../kit/field/ImageField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import type { OrganizationFormState } from './organization-values.ts'

export function ImageFields({ form }: { form: OrganizationFormState }) {
  const { orgIcon, orgLogo } = form.values
  return (
    <FormSection title="Images">
      <ImageField
        label="Icon"
        kind="icon"
        value={{ url: orgIcon.iconUrl, name: orgIcon.iconName, size: orgIcon.iconSize }}
        onChange={({ url, name, size }) =>
          form.setFieldValue('orgIcon', { iconUrl: url, iconName: name, iconSize: size })
        }
        error={form.errors['orgIcon.iconUrl']}
      />
      <ImageField
        label="Logo"
        kind="logo"
        value={{ url: orgLogo.logoUrl, name: orgLogo.logoName, size: orgLogo.logoSize }}
        onChange={({ url, name, size }) =>
          form.setFieldValue('orgLogo', { logoUrl: url, logoName: name, logoSize: size })
        }
        error={form.errors['orgLogo.logoUrl']}
      />
    </FormSection>
  )
}
