-- What ended lately is compared with the providers each minute.
create index withdrawals_ended on withdrawals (ended_at) where ended_at is not null;
