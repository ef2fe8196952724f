import { mappedSource } from '../mapped-source.ts'
import { eachOf, readCsv } from '../read-file.ts'

/** WordPress: the table `wp_users` as CSV. It does not know whether an address was proved. */
export const wordpress = mappedSource({
  records: eachOf(readCsv),
  map: `external_id=ID username=user_login email=user_email name=display_name
    created_at=user_registered blocked=user_status password_hash=user_pass`,
  taken: 'user_nicename',
})
