import type { User } from '#protocol/objects.ts'
import { initialDetails } from '#protocol/profile-fields.ts'

/** Somebody who is signed in, for screens that stand still. */
export const sampleUser: User = {
  app_id: 1002,
  user_id: 7_000_000_000_001,
  user_id_str: '7000000000001',
  sec_user_id: 'sample',
  name: 'Ann Example',
  screen_name: 'Ann Example',
  user_unique_name: '',
  avatar_url: '',
  bg_img_url: '',
  ...initialDetails,
  email: 'ann@example.com',
  mobile: '',
  country_code: 0,
  email_collected: true,
  phone_collected: false,
  has_password: 1,
  locale: 'en',
  new_user: 0,
  user_create_time: 0,
  is_frozen: 0,
  is_visitor_account: false,
  is_employee: false,
  user_verified: false,
  passport_enterprise_user_type: 0,
  app_user_info: { user_unique_name: '' },
  session_key: '',
  session_expires_at: 0,
}
