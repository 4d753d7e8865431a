-- Accounts that the service suspended, because a refunded withdrawal was also paid. Two operators
-- restore them, after the incident.

alter table users add column suspended_by_service boolean not null default false;

-- The reason of such a suspension begins with the request of the withdrawal.
update users u set suspended_by_service = true
where u.suspended_at is not null and exists (
  select from withdrawals w
  where w.user_id = u.id and starts_with(u.suspension_reason, w.request_id || ': '));
